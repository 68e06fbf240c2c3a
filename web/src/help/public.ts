export { HelplineList } from './helplines.tsx'
export { HelpWidget } from './help-widget.tsx'
