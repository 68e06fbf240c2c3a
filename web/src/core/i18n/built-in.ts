/** Texts for the page shown before any dictionary has loaded. */
export const builtIn: Readonly<Record<string, string>> = {
  'app.name': 'Saathi',
  'app.loading': 'Loading',
  'failed.title': 'This page could not be loaded',
  'error.network': 'We could not reach Saathi. Check your connection and try again.',
  'error.broken': 'Something went wrong on our side. Please try again in a little while.',
  'action.retry': 'Try again',
  'action.retrying': 'Trying again...',
}
