// Driver: finds cells with the code of the page; a line of JSON in, a line of JSON out.
import { createInterface } from "node:readline"
import { pathToFileURL } from "node:url"

const [built] = process.argv.slice(2)
const { CellIndex } = await import(pathToFileURL(built))
for await (const line of createInterface({ input: process.stdin })) {
  const { outline, cells, points, strokes } = JSON.parse(line)
  let looked = 0
  const counted = cells.map(({ label, x, y }) => ({
    label,
    y,
    get x() {
      looked += 1
      return x
    },
  }))
  const index = new CellIndex(counted, outline)
  const found = points.map((point) => index.at(point)?.label ?? null)
  looked = 0
  const crossed = strokes.map(([from, to]) => index.between(from, to).map(({ label }) => label))
  console.log(JSON.stringify({ found, crossed, looked }))
}
