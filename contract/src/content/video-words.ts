/** The text of a video: its title in the first line and, after an empty line, the transcript. */
export function splitVideoWords(text: string): { title: string; transcript: string } {
  const end = text.indexOf('\n')
  if (end === -1) return { title: text, transcript: '' }
  return { title: text.slice(0, end), transcript: text.slice(end).replace(/^\n{1,2}/, '') }
}
