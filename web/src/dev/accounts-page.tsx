import { Role } from '@saathi/contract/accounts/roles'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Avatar } from '#core/ui/avatar.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { Note } from '#core/ui/note.tsx'
import css from './accounts-page.module.css'
import type { Account } from './dev-api.ts'
import { DevFrame, DevPending } from './dev-frame.tsx'
import { accountsQuery, isStaff, useSignInAs } from './queries.ts'

export function AccountsPage() {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery(accountsQuery)
  const signIn = useSignInAs()
  const [search, setSearch] = useState('')
  const words = search.trim().toLowerCase()
  const nameRole = useRoleName()
  const found = (data ?? []).filter(({ display_name, email, role }) =>
    `${display_name} ${email} ${role} ${nameRole(role)}`.toLowerCase().includes(words),
  )
  return (
    <DevFrame title={t('dev.accounts')} sub={t('dev.accounts.sub')}>
      {signIn.isError && (
        <Note tone="bad" live="alert">
          {t('dev.accounts.failed', { name: signIn.variables.display_name, reason: t(errorTextKey(signIn.error)) })}
        </Note>
      )}
      {!data && <DevPending error={error} isFetching={isFetching} onRetry={() => void refetch()} />}
      {data?.length === 0 && <Note>{t('dev.accounts.empty')}</Note>}
      {data && data.length > 0 && (
        <Field label={t('dev.accounts.search')} className={css.search}>
          <TextInput type="search" value={search} onChange={({ target }) => setSearch(target.value)} />
        </Field>
      )}
      {data && data.length > 0 && found.length === 0 && <Note>{t('dev.accounts.notFound')}</Note>}
      {[true, false].map((isTeam) => {
        const accounts = found.filter(({ role }) => isStaff(role) === isTeam)
        return (
          accounts.length > 0 && (
            <section key={String(isTeam)} className={css.section}>
              <h2>{t(isTeam ? 'dev.accounts.team' : 'dev.accounts.members')}</h2>
              <ul className={css.list}>
                {accounts.map((account) => (
                  <AccountRow
                    key={account.email}
                    account={account}
                    isBusy={!signIn.isError && signIn.variables?.email === account.email}
                    onSignIn={() => signIn.mutate(account)}
                  />
                ))}
              </ul>
            </section>
          )
        )
      })}
    </DevFrame>
  )
}

type AccountRowProps = { account: Account; isBusy: boolean; onSignIn: () => void }

/** The name of a role; a role of a later version is shown as it is. */
function useRoleName() {
  const t = useText()
  return (name: string): string => {
    const { data: role } = Role.safeParse(name)
    return role ? t(`profile.role.${role}`) : name
  }
}

function AccountRow({ account, isBusy, onSignIn }: AccountRowProps) {
  const t = useText()
  const nameRole = useRoleName()
  return (
    <Card as="li" className={css.row}>
      <Avatar name={account.display_name} />
      <div className={css.words}>
        <b>{account.display_name}</b>
        <span dir="ltr">{account.email}</span>
        {account.note && <span>{account.note}</span>}
      </div>
      <Chip className={css.role} tone={account.is_disabled ? 'bad' : 'plain'}>
        {account.is_disabled ? t('dev.accounts.disabled') : nameRole(account.role)}
      </Chip>
      {!account.is_disabled && (
        <Button
          size="sm"
          busy={isBusy}
          busyLabel={t('dev.accounts.busy')}
          aria-label={t('dev.accounts.signInAs', { name: account.display_name })}
          onClick={onSignIn}
        >
          {t('dev.accounts.signIn')}
        </Button>
      )}
    </Card>
  )
}
