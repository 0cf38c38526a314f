"""Rule systems over HTTP: their clauses, rulings, terrain and pieces, and the gallery of disputes."""
