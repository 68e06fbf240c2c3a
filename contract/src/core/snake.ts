/** `firstName` is `first_name` on the wire. Only capitals mark a word, so digits stay where they are. */
export function toSnake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
