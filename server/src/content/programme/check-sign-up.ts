import { UserType } from '@saathi/contract/accounts/entities'
import { named, repeated } from './check-names.ts'
import { checkVersioned } from './check-versioned.ts'
import type { Problem } from './problems.ts'
import type { Programme } from './programme.ts'

/** What one meets when signing up: the codes of institutions, and what one declares. */
export function checkSignUp(programme: Programme): Problem[] {
  return [...checkInstitutions(programme), ...UserType.options.flatMap((type) => checkDeclaration(programme, type))]
}

function checkInstitutions({ about }: Programme): Problem[] {
  const { institutions, projects } = about.value
  const keys = projects.map(({ key }) => key)
  return [
    ...repeated(
      about,
      institutions.map(({ code }, at) => [['institutions', at, 'code'], code]),
    ),
    ...institutions.flatMap(({ project }, at) =>
      named(about, ['institutions', at, 'project'], project, keys, 'project of this file'),
    ),
  ]
}

function checkDeclaration({ about, declarations }: Programme, type: UserType): Problem[] {
  return checkVersioned(about.value, {
    base: `declarations/${type.toLowerCase()}`,
    texts: declarations.get(type) ?? new Map(),
    version: about.value.declarations[type],
    field: 'declarations',
  })
}
