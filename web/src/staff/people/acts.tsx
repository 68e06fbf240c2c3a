import type { Permission } from '@saathi/contract/accounts/entities'
import { isMentor } from '@saathi/contract/accounts/roles'
import type { PersonFacts } from '@saathi/contract/staff/people-calls'
import { useState, type ReactNode } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { FormDialog, ReasonField } from '../kit/form-dialog.tsx'
import css from './people.module.css'
import {
  useChangeAddress,
  useChangeRole,
  useConfirmAddress,
  useInviteAgain,
  useSetDisabled,
  useSetFlags,
  useSignOutPerson,
} from './queries.ts'

type Act = 'block' | 'address' | 'role' | 'signOut' | 'invite' | 'verify'

/** The acts on an account. Each explains its consequences before it is confirmed. */
export function AccountActs({ person }: { person: PersonFacts }) {
  const t = useText()
  const [act, setAct] = useState<Act | null>(null)
  const onClose = () => setAct(null)
  const mayChangeRole = person.stage === 'preparing' || person.stage === 'invited'
  const isMember = person.stage !== 'staff'
  const dialogs: Readonly<Record<Act, ReactNode>> = {
    block: <BlockDialog person={person} onClose={onClose} />,
    address: <AddressDialog person={person} onClose={onClose} />,
    role: <RoleDialog person={person} onClose={onClose} />,
    signOut: <SignOutDialog person={person} onClose={onClose} />,
    invite: <InviteDialog person={person} onClose={onClose} />,
    verify: <VerifyDialog person={person} onClose={onClose} />,
  }
  return (
    <Card>
      <h2>{t('staff.person.account')}</h2>
      <div className={css.acts}>
        {!person.isVerified && !person.isDisabled && (
          <Button size="sm" kind="line" onClick={() => setAct('invite')}>
            {t('staff.act.invite')}
          </Button>
        )}
        {/* Somebody who was invited chooses a password through the link, which also verifies the address. */}
        {!person.isVerified && person.stage !== 'invited' && (
          <Button size="sm" kind="line" onClick={() => setAct('verify')}>
            {t('staff.act.verify')}
          </Button>
        )}
        <Button size="sm" kind="line" onClick={() => setAct('signOut')}>
          {t('staff.act.signOut')}
        </Button>
        <Button size="sm" kind="line" onClick={() => setAct('address')}>
          {t('staff.act.address')}
        </Button>
        {isMember && mayChangeRole && (
          <Button size="sm" kind="line" onClick={() => setAct('role')}>
            {t('staff.act.role')}
          </Button>
        )}
        <Button size="sm" kind={person.isDisabled ? 'line' : 'danger'} onClick={() => setAct('block')}>
          {t(person.isDisabled ? 'staff.act.unblock' : 'staff.act.block')}
        </Button>
      </div>
      {act && dialogs[act]}
    </Card>
  )
}

type PersonDialogProps = { person: PersonFacts; onClose: () => void }

/** Closes the dialog and shows a confirmation. */
function useDone(onClose: () => void, text: string) {
  return () => {
    onClose()
    showToast({ text })
  }
}

function BlockDialog({ person: { id, firstName, isDisabled }, onClose }: PersonDialogProps) {
  const t = useText()
  const [reason, setReason] = useState('')
  const blocking = useSetDisabled(id, useDone(onClose, t(isDisabled ? 'staff.act.unblocked' : 'staff.act.blocked')))
  return (
    <FormDialog
      action={blocking}
      title={t(isDisabled ? 'staff.act.unblockTitle' : 'staff.act.blockTitle', { name: firstName })}
      text={t(isDisabled ? 'staff.act.unblockText' : 'staff.act.blockText')}
      button={t(isDisabled ? 'staff.act.unblock' : 'staff.act.block')}
      isDanger={!isDisabled}
      onClose={onClose}
      onSubmit={() => blocking.mutate({ isDisabled: !isDisabled, reason })}
    >
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}

function AddressDialog({ person: { id, email: before }, onClose }: PersonDialogProps) {
  const t = useText()
  const [reason, setReason] = useState('')
  const [email, setEmail] = useState('')
  const changing = useChangeAddress(id, useDone(onClose, t('staff.act.addressDone')))
  return (
    <FormDialog
      action={changing}
      title={t('staff.act.address')}
      text={t('staff.act.addressText', { email: before })}
      button={t('staff.act.address')}
      onClose={onClose}
      onSubmit={() => changing.mutate({ email, reason })}
    >
      <Field label={t('staff.act.newAddress')} required>
        <TextInput type="email" value={email} maxLength={254} required onChange={({ target }) => setEmail(target.value)} />
      </Field>
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}

function VerifyDialog({ person: { id, email }, onClose }: PersonDialogProps) {
  const t = useText()
  const confirming = useConfirmAddress(id, useDone(onClose, t('staff.act.verifyDone')))
  return (
    <FormDialog
      action={confirming}
      title={t('staff.act.verify')}
      text={t('staff.act.verifyText', { email })}
      button={t('staff.act.verify')}
      onClose={onClose}
      onSubmit={() => confirming.mutate(undefined)}
    />
  )
}

function RoleDialog({ person: { id, role: before }, onClose }: PersonDialogProps) {
  const t = useText()
  const [reason, setReason] = useState('')
  const role = isMentor(before) ? 'Mentee' : 'Mentor'
  const changing = useChangeRole(id, useDone(onClose, t('staff.act.roleDone')))
  return (
    <FormDialog
      action={changing}
      title={t('staff.act.roleTitle', { role: t(`profile.role.${role}`) })}
      text={t('staff.act.roleText')}
      button={t('staff.act.role')}
      onClose={onClose}
      onSubmit={() => changing.mutate({ role, reason })}
    >
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}

function SignOutDialog({ person: { id, firstName }, onClose }: PersonDialogProps) {
  const t = useText()
  const leaving = useSignOutPerson(id, useDone(onClose, t('staff.act.signedOut')))
  return (
    <FormDialog
      action={leaving}
      title={t('staff.act.signOutTitle', { name: firstName })}
      text={t('staff.act.signOutText')}
      button={t('staff.act.signOut')}
      onClose={onClose}
      onSubmit={() => leaving.mutate()}
    />
  )
}

function InviteDialog({ person: { id, email }, onClose }: PersonDialogProps) {
  const t = useText()
  const inviting = useInviteAgain(id, useDone(onClose, t('staff.act.invited')))
  return (
    <FormDialog
      action={inviting}
      title={t('staff.act.invite')}
      text={t('staff.act.inviteText', { email })}
      button={t('staff.act.invite')}
      onClose={onClose}
      onSubmit={() => inviting.mutate()}
    />
  )
}

const features = ['session', 'survey', 'curriculum', 'mentorshipChat', 'video', 'aiChat', 'helpCenter', 'internship'] as const
const permissions: readonly Permission[] = ['use', 'show', 'off']

type FeatureChange = { name: (typeof features)[number]; permission: Permission }

/** Parts of the product, each open, shown locked, or hidden. What follows from a change is said before it is made. */
export function Features({ person }: { person: PersonFacts }) {
  const t = useText()
  const [change, setChange] = useState<FeatureChange | null>(null)
  const { chatStatus, ...others } = person.experiences
  const current = { ...others, ...chatStatus }
  return (
    <Card>
      <h2>{t('staff.person.features')}</h2>
      {features.map((name) =>
        person.canChange ? (
          <Field key={name} label={t(`staff.feature.${name}`)} className={css.feature}>
            <Select
              value={change?.name === name ? change.permission : current[name]}
              onChange={({ target }) => {
                const permission = permissions.find((each) => each === target.value)
                if (permission) setChange({ name, permission })
              }}
            >
              {permissions.map((each) => (
                <option key={each} value={each}>
                  {t(`staff.permission.${each}`)}
                </option>
              ))}
            </Select>
          </Field>
        ) : (
          <p key={name} className={css.feature}>
            {t(`staff.feature.${name}`)}: {t(`staff.permission.${current[name]}`)}
          </p>
        ),
      )}
      {change && <FeatureDialog person={person} change={change} onClose={() => setChange(null)} />}
    </Card>
  )
}

function FeatureDialog({ person, change: { name, permission }, onClose }: PersonDialogProps & { change: FeatureChange }) {
  const t = useText()
  const [reason, setReason] = useState('')
  const changing = useSetFlags(person.id, useDone(onClose, t('staff.feature.changed')))
  const feature = t(`staff.feature.${name}`)
  return (
    <FormDialog
      action={changing}
      title={t(`staff.feature.title.${permission}`, { feature, name: person.firstName })}
      text={t(`staff.feature.text.${permission}`, { name: person.firstName })}
      button={t('staff.feature.change')}
      onClose={onClose}
      onSubmit={() => changing.mutate({ [name]: permission, reason })}
    >
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}
