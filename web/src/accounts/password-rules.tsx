import { isCommonPassword } from '@saathi/contract/accounts/common-password'
import { brokenRules, passwordRuleNames, passwordRules } from '@saathi/contract/accounts/password'
import { useText } from '#core/i18n/texts.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { check } from '#core/ui/icons.ts'
import css from './password-rules.module.css'

type PasswordRulesProps = { id: string; password: string; own: readonly string[] }

/** Checks the password with the server's rules. `own`: the person's words known so far. */
export const isGoodPassword = (password: string, own: readonly string[]): boolean =>
  brokenRules(password).length === 0 && !isCommonPassword(password, own)

/** Shows which rules the password satisfies. Not announced on each keystroke: the field refers to it. */
export function PasswordRules({ id, password, own }: PasswordRulesProps) {
  const t = useText()
  const rules = [
    ...passwordRuleNames.map((name) => ({ name, holds: passwordRules[name](password) })),
    { name: 'guess' as const, holds: password !== '' && !isCommonPassword(password, own) },
  ]
  return (
    <div id={id} className={css.rules}>
      <p>{t('newPassword.needs')}</p>
      <ul>
        {rules.map(({ name, holds }) => (
          <li key={name} className={classNames(css.rule, holds && css.holds)}>
            <span className={css.mark}>{holds && <Icon of={check} size={14} />}</span>
            <span>
              {t(`newPassword.rule.${name}`)}
              <span className="sr">, {t(holds ? 'newPassword.ruleHolds' : 'newPassword.ruleMissing')}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
