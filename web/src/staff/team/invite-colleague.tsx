import type { StaffRole } from '@saathi/contract/accounts/roles'
import { useState } from 'react'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { FormDialog } from '../kit/form-dialog.tsx'
import { NameFields } from '../kit/name-fields.tsx'
import { useInviteColleague } from './queries.ts'
import { RightFields, useRightChoice } from './right-fields.tsx'

/** A staff account with its first right. The new colleague chooses a password through the mailed link. */
export function InviteColleagueDialog({ roles, onClose }: { roles: readonly StaffRole[]; onClose: () => void }) {
  const t = useText()
  const newPrimaryLanguage = useLanguage()
  const choice = useRightChoice(roles)
  const [draft, setDraft] = useState({ firstName: '', lastName: '', email: '' })
  const inviting = useInviteColleague(() => {
    showToast({ text: t('staff.people.added', { email: draft.email.trim() }) })
    onClose()
  })
  const { role, programme } = choice

  function handleSubmit() {
    if (role) inviting.mutate({ ...draft, role, newPrimaryLanguage, ...(programme && { project: programme.key }) })
  }

  return (
    <FormDialog
      action={inviting}
      title={t('staff.team.invite')}
      text={t('staff.team.inviteText')}
      button={t('staff.people.invite')}
      onClose={onClose}
      onSubmit={handleSubmit}
    >
      <NameFields value={draft} onChange={(changes) => setDraft({ ...draft, ...changes })} />
      <RightFields choice={choice} />
    </FormDialog>
  )
}
