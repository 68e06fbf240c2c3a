import { useText } from '#core/i18n/texts.tsx'
import { OptionGroup } from '#core/ui/option.tsx'
import type { Call, QualityChoice } from './engine/call-snapshot.ts'
import { chooseQuality, qualityChoices } from './quality-choice.ts'

export function QualityPanel({ call, quality }: { call: Pick<Call, 'setQuality'>; quality: QualityChoice }) {
  const t = useText()
  return (
    <OptionGroup
      legend={t('call.quality.legend')}
      options={qualityChoices.map((value) => ({ value, label: t(`call.quality.${value}`) }))}
      value={quality}
      onChoose={(value) => {
        const chosen = qualityChoices.find((choice) => choice === value)
        if (chosen) chooseQuality(call, chosen)
      }}
    />
  )
}
