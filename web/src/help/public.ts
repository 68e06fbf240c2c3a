export { HelplineList } from './helplines.tsx'
export { HelpWidget } from './help-widget.tsx'
/** The outbox sends messages to the team with this. */
export { messageKind } from './queries.ts'
