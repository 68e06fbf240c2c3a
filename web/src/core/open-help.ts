/** Opens the conversation with the team, as a press on its button does; the button is on every page where help is in use. */
export function openHelp(): void {
  const button = document.querySelector('[data-help] button')
  if (button instanceof HTMLElement) button.click()
}
