import { cloneElement, type ComponentProps, type ReactElement, useRef, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Popover } from '#core/ui/overlay/popover.tsx'
import { Sheet } from '#core/ui/overlay/sheet.tsx'
import { Conversation } from './conversation.tsx'
import { useIsPhone } from '#core/ui/media-query.ts'

type HelpPanelProps = { trigger: ReactElement<ComponentProps<'button'>> }

/** Loaded on the click that opens it, so it starts open. */
export function HelpPanel({ trigger }: HelpPanelProps) {
  const t = useText()
  const isPhone = useIsPhone()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(true)
  const labels = { title: t('help.title'), closeLabel: t('help.close') }

  if (!isPhone)
    return (
      <Popover trigger={trigger} side="top" open={isOpen} onOpenChange={setOpen} {...labels}>
        <Conversation />
      </Popover>
    )

  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen,
        onClick: () => setOpen(true),
      })}
      {/* The button of the first click was replaced, so restore the focus here. */}
      <Sheet open={isOpen} onClose={() => setOpen(false)} onClosed={() => button.current?.focus()} {...labels}>
        <Conversation />
      </Sheet>
    </>
  )
}
