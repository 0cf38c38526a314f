import { mount } from "svelte"
import App from "./App.svelte"
import { loadLanguage } from "./i18n"
import "./style/base.css"
import "./style/menus.css"
import { showTheme } from "./theme"

showTheme()
await loadLanguage()
const page = document.getElementById("page")
if (page) mount(App, { target: page })
