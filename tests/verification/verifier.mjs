// Driver: verifies records with the code of the page; a line of JSON in, a line of JSON out.
import { createInterface } from "node:readline"
import { pathToFileURL } from "node:url"

const [built] = process.argv.slice(2)
const { verified } = await import(pathToFileURL(built))
for await (const line of createInterface({ input: process.stdin })) {
  const { record, options } = JSON.parse(line)
  console.log(JSON.stringify(verified(record, options)))
}
