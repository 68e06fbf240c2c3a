/** Hands a file that was made in the page to the person, as a download. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // At once would be too early for browsers that begin to read after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
