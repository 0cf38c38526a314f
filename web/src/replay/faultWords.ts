/** The faults that verification finds, in words. */

import { t } from "../i18n"
import type { Fault, FaultKind } from "../verify/faults"

const WORDS: Record<FaultKind, (fields: Fault["fields"]) => string> = {
  unreadable: () => t("A part of the record cannot be read."),
  commitment: (fields) =>
    fields["who"]
      ? t("The part of the seed of {who} is another than the one that {who} was committed to.", fields)
      : t("The server's part of the seed is another than the one that it was committed to."),
  seed: () => t("The seed does not follow from its parts."),
  die: (fields) => t("From die {die} on the dice show {found}; by the seed they show {expected}.", fields),
  order: (fields) => t("Die {die} is thrown where die {expected} comes next.", fields),
  skipped: (fields) => t("Before die {die}, {count} dice are in no step, and nothing could be taken back.", fields),
  hash: () => t("The hash is not that of the step and all before it."),
  number: (fields) => t("This should be step {expected}.", fields),
  event: (fields) => t("The event {event} does not follow from what was before.", fields),
  state: (fields) => t("At {path} the state has {found}; its events make that {expected}.", fields),
  start: () => t("What happened before the first step does not lead to the first state."),
  result: () => t("The result is not what the events say."),
}

export const faultWords = ({ kind, fields }: Fault): string => WORDS[kind](fields)
