import { UserType } from '@saathi/contract/accounts/entities'
import { checkKnownIfSet, checkUnique } from './names.ts'
import { checkVersioned } from './versioned.ts'
import type { Problem } from '../problems.ts'
import type { Programme } from '../programme.ts'

/** Data for sign-up: institution codes and declarations. */
export function checkSignUp(programme: Programme): Problem[] {
  return [...checkInstitutions(programme), ...UserType.options.flatMap((type) => checkDeclaration(programme, type))]
}

function checkInstitutions({ about }: Programme): Problem[] {
  const { institutions, projects } = about.value
  const keys = projects.map(({ key }) => key)
  return [
    ...checkUnique(
      about,
      institutions.map(({ code }, at) => [['institutions', at, 'code'], code]),
    ),
    ...institutions.flatMap(({ project }, at) =>
      checkKnownIfSet(about, ['institutions', at, 'project'], project, keys, 'project of this file'),
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
