import js from "@eslint/js"
import svelte from "eslint-plugin-svelte"
import globals from "globals"
import ts from "typescript-eslint"
import svelteConfig from "./svelte.config.js"

export default ts.config(
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: globals.browser },
    rules: {
      complexity: ["error", 10],
      "max-lines-per-function": ["error", { max: 50, skipComments: true, skipBlankLines: true }],
      eqeqeq: "error",
      "no-restricted-globals": ["error", "localStorage", "sessionStorage"], // they may be blocked: see storage.ts
      "svelte/prefer-svelte-reactivity": "off", // most containers are not watched
      "svelte/no-at-html-tags": "off", // layers of the board come as SVG from our own server
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    rules: { "max-lines-per-function": "off" },
  },
)
