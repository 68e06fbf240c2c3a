import { useText } from '#core/i18n/texts.tsx'
import { OptionGroup } from '#core/ui/option.tsx'
import type { Call, QualityChoice } from './engine/call-snapshot.ts'

const choices: readonly QualityChoice[] = ['auto', 'high', 'low', 'sound']

export function QualityPanel({ call, quality }: { call: Pick<Call, 'setQuality'>; quality: QualityChoice }) {
  const t = useText()
  return (
    <OptionGroup
      legend={t('call.quality.legend')}
      options={choices.map((value) => ({ value, label: t(`call.quality.${value}`) }))}
      value={quality}
      onChoose={(value) => {
        const chosen = choices.find((choice) => choice === value)
        if (chosen) call.setQuality(chosen)
      }}
    />
  )
}
