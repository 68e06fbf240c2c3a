/** Opens the help chat by clicking its button, which is on every page where help is enabled. */
export function openHelp(): void {
  const button = document.querySelector('[data-help] button')
  if (button instanceof HTMLElement) button.click()
}
