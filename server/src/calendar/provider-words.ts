import type { IcsEvent } from './ics.ts'

/** With the way into the call, which not every calendar shows where it has a place of its own. */
export const wordsOf = ({ description, url }: IcsEvent): string =>
  [description, url ?? ''].filter((part) => part !== '').join('\n\n')

export const endOf = ({ at, minutes }: IcsEvent): Date => new Date(at.getTime() + minutes * 60_000)
