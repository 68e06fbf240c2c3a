const [width, height] = [480, 680]

/**
 * Opens an empty window centred over the page; on phones it is a separate page. Must be called first: browsers allow a
 * popup only as a direct result of a click. Null if blocked.
 */
export function openGoogleWindow(): Window | null {
  const left = Math.round(screenX + (outerWidth - width) / 2)
  const top = Math.round(screenY + (outerHeight - height) / 2)
  return window.open('', 'saathi-google', `popup,width=${width},height=${height},left=${left},top=${top}`)
}
