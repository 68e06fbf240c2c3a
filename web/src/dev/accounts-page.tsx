import { useQuery } from '@tanstack/react-query'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Avatar } from '#core/ui/avatar.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Note } from '#core/ui/note.tsx'
import css from './accounts-page.module.css'
import type { Account } from './dev-api.ts'
import { DevFrame, DevPending } from './dev-frame.tsx'
import { accountsQuery, useSignInAs } from './queries.ts'

export function AccountsPage() {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery(accountsQuery)
  const signIn = useSignInAs()
  return (
    <DevFrame title={t('dev.accounts')} sub={t('dev.accounts.sub')}>
      {signIn.isError && (
        <Note tone="bad" live="alert">
          {t('dev.accounts.failed', { name: signIn.variables.display_name, reason: t(errorTextKey(signIn.error)) })}
        </Note>
      )}
      {!data && <DevPending error={error} isFetching={isFetching} onRetry={() => void refetch()} />}
      {data?.length === 0 && <Note>{t('dev.accounts.empty')}</Note>}
      {data && (
        <ul className={css.list}>
          {data.map((account) => (
            <AccountRow
              key={account.email}
              account={account}
              isBusy={!signIn.isError && signIn.variables?.email === account.email}
              onSignIn={() => signIn.mutate(account)}
            />
          ))}
        </ul>
      )}
    </DevFrame>
  )
}

type AccountRowProps = { account: Account; isBusy: boolean; onSignIn: () => void }

function AccountRow({ account, isBusy, onSignIn }: AccountRowProps) {
  const t = useText()
  return (
    <Card as="li" className={css.row}>
      <Avatar name={account.display_name} />
      <div className={css.words}>
        <b>{account.display_name}</b>
        <span dir="ltr">{account.email}</span>
        {account.note && <span>{account.note}</span>}
      </div>
      <Chip className={css.role} tone={account.is_disabled ? 'bad' : 'plain'}>
        {account.is_disabled ? t('dev.accounts.disabled') : account.role}
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
