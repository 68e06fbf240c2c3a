import type { IcsEvent } from '../ics.ts'

/** Includes the join URL, because not every calendar shows the location. */
export const textOf = ({ description, url }: IcsEvent): string =>
  [description, url ?? ''].filter((part) => part !== '').join('\n\n')

export const endOf = ({ at, minutes }: IcsEvent): Date => new Date(at.getTime() + minutes * 60_000)
