/**
 * The assistant's answers in Hindi with Latin letters, which many people write but nobody chooses as a language. Names of buttons stay
 * as they are in English.
 */
export const hinglish = {
  'assistant.unknown': 'Yeh mujhe abhi nahi pata. Kya hamari team se pooch lein?',
  'assistant.unknownAlone': 'Yeh mujhe abhi nahi pata. Shayad sawaal-jawaab mein mil jaye.',
  'assistant.choice': 'Inme se aap kya jaanna chahte hain?',
  'assistant.asked': 'Ho gaya. Hamari team aapka sawaal padh sakti hai aur Help mein jawaab de sakti hai.',
  'assistant.askedCard': 'Hamari team se aapka sawaal',
  'assistant.care':
    'Yeh mushkil lag raha hai. Aapko akele nahi sehna hai. Main ek program hoon, isliye please kisi insaan se baat kijiye. Yeh calls free hain.',
  'assistant.careTeam': 'Kya aapka message hamari team tak bhi pahuncha dein?',
  'assistant.greeting': 'Namaste. Apni calls, apne sessions ya Saathi ke baare mein poochiye.',
  'assistant.thanks': 'Aapka swagat hai.',
  'assistant.bye': 'Phir milenge. Apna khayal rakhiye.',
  'assistant.identity':
    'Main insaan nahi, ek program hoon, aur galti ho sakti hai. Poochiye ki agli call kab hai, kya baki hai aur aapke mentor kaun hain. Saathi ke texts bhi mujhe pata hain.',
  'assistant.today': 'aaj',
  'assistant.tomorrow': 'kal',
  'assistant.inDays': '{days} din mein',
  'assistant.callAt': 'Aapki agli call {date} ko {time} par hai, {when}.',
  'assistant.callNow': '{name} abhi call mein hain. Aap jud sakte hain.',
  'assistant.callNone': 'Abhi koi call tay nahi hai.',
  'assistant.callWith': '{name} ke saath call',
  'assistant.mentor': 'Aapke mentor {name} hain.',
  'assistant.mentee':
    '{count, plural, =1 {Aapke mentee {name} hain.} other {Aapke group mein # mentees hain. {name} unme se ek hain.}}',
  'assistant.offers':
    '{count, plural, =1 {Humein aapke liye koi mila hai. Please haan ya na kahiye.} other {Humein aapke liye # log mile hain. Please haan ya na kahiye.}}',
  'assistant.looking': 'Abhi koi nahi. Hum aapke liye sahi insaan dhoondh rahe hain aur aapko bata denge.',
  'assistant.awaits': 'Aapne chun liya hai. Jawaab aate hi hum bata denge.',
  'assistant.nobody': 'Abhi aapki jodi kisi ke saath nahi bani hai.',
  'assistant.unlockMentorship':
    '{left, plural, =1 {Learning Hub ka ek aur session, phir mentorship khulegi.} other {Learning Hub ke # aur sessions, phir mentorship khulegi.}}',
  'assistant.unlockInternships':
    '{left, plural, =1 {Learning Hub ka ek aur session, phir internship khulegi.} other {Learning Hub ke # aur sessions, phir internship khulegi.}}',
  'assistant.unlockOpen': 'Mentorship aapke liye khuli hai.',
  'assistant.dueOn': '“{title}” {date} tak poora karna hai.',
  'assistant.dueLate': '“{title}” {date} tak poora karna tha. Aap ab bhi kar sakte hain.',
  'assistant.dueNext': 'Kisi ki deadline nahi hai. Agla hai “{title}”.',
  'assistant.dueNone': 'Abhi kuch baki nahi hai.',
  'assistant.minutes': '{minutes, plural, other {# minute baki}}',
  'assistant.dueDate': 'Deadline {date}',
  'assistant.progress':
    '{count, plural, =0 {Aapne Learning Hub ka koi session abhi poora nahi kiya.} =1 {Aapne Learning Hub ka ek session poora kiya hai.} other {Aapne Learning Hub ke # sessions poore kiye hain.}}',
  'assistant.survey': 'Ek survey khula hai. Kareeb {minutes} minute lagenge.',
  'assistant.surveyNone': 'Aapke liye koi survey baki nahi hai.',
  'assistant.surveyCard': 'Aapka survey',
  'assistant.report':
    'Message ya person ke paas bane flag ko tap kijiye. Wahan aap report kar sakte hain ya kisi ko turant block kar sakte hain. Proof ki zaroorat nahi, aur dusre ko nahi bataya jaata ki report aapne ki.',
  'assistant.team': 'Aap Help mein hamari team ko likh sakte hain. Use insaan padhte hain, program nahi.',
  'assistant.otherPartner':
    'Aap kabhi bhi hamari team se dusri jodi ya rukne ke liye keh sakte hain. Reason batana zaroori nahi.',
  'assistant.link.calendar': 'Calendar mein dekhein',
  'assistant.link.join': 'Judein',
  'assistant.link.write': '{name} ko likhein',
  'assistant.link.profile': 'Profile dekhein',
  'assistant.link.matches': 'Apne matches dekhein',
  'assistant.link.go': 'Continue karein',
  'assistant.link.start': 'Shuru karein',
  'assistant.link.hub': 'Learning Hub kholein',
  'assistant.link.survey': 'Jawaab dein',
  'assistant.link.reports': 'Meri reports',
  'assistant.link.help': 'Help kholein',
  'assistant.link.seeHelp': 'Help mein dekhein',
  'assistant.link.read': 'Aur padhein',
  'assistant.link.faq': 'Sawaal-jawaab',
} as const

export type AnswerKey = keyof typeof hinglish
