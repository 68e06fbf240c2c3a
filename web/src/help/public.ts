export { HelplineList } from './helplines.tsx'
export { HelpWidget } from './help-widget.tsx'
/** For the outbox. */
export { messageKind } from './queries.ts'
