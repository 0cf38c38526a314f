/** A submission, of which only one is under way at a time, and its outcome. */

import { announce } from "../announce"
import { reasons, Refusal } from "../api/client"
import type { Problem } from "../api/types"

export class Sending {
  isBusy = $state(false)
  message = $state("")
  problems = $state.raw<Problem[]>([])
  /** The confirmation of what was sent; "" if there is none. */
  done = $state("")

  /** Send something and announce the outcome; return whether it succeeded. */
  async send(what: () => Promise<unknown>, done = ""): Promise<boolean> {
    if (this.isBusy) return false
    this.isBusy = true
    this.message = this.done = ""
    this.problems = []
    try {
      await what()
      this.done = done
      announce(done)
      return true
    } catch (error) {
      this.message = error instanceof Refusal ? error.message : String(error)
      this.problems = error instanceof Refusal ? error.problems : []
      announce(reasons(this.message, this.problems))
      return false
    } finally {
      this.isBusy = false
    }
  }
}
