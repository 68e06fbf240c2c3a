import { type CallPerson } from '@saathi/contract/video/entities'
import { localeOf } from '@saathi/contract/core/message'

/** As people call each other. */
export const firstNameOf = (name: string): string => name.trim().split(/\s+/)[0] ?? name

/** 'Meera, Arjun and Divya' */
export const namesOf = (people: readonly CallPerson[], language: string): string =>
  new Intl.ListFormat(localeOf(language), { type: 'conjunction' }).format(people.map(({ name }) => firstNameOf(name)))
