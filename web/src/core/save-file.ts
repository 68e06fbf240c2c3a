/** Downloads a file created in the page. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers start reading only after the click, so do not revoke immediately.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
