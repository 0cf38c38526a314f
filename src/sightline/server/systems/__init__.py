"""Rule systems over HTTP: their clauses, rulings, terrain and pieces, and a gallery of disputes."""
