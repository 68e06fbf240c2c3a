/**
 * The second of two quick presses belongs to the page that the first has closed: it must not press what has come to
 * stand under the finger. The browser counts the presses; the next one that counts as a first is the reader's own.
 */
export function dropSecondPress(): void {
  const drop = (event: MouseEvent) => {
    if (event.detail <= 1) return document.removeEventListener('click', drop, { capture: true })
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('click', drop, { capture: true })
}
