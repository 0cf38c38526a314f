// Driver: places effects with the code of the page; a line of JSON in, a line of JSON out.
import { createInterface } from "node:readline"
import { pathToFileURL } from "node:url"

const [built] = process.argv.slice(2)
const { placeEffects } = await import(pathToFileURL(built))
for await (const line of createInterface({ input: process.stdin })) {
  const { effects, middles, size, box } = JSON.parse(line)
  console.log(JSON.stringify({ placed: placeEffects(effects, new Map(Object.entries(middles)), size, box) }))
}
