import type { PhraseList } from '../phrase.ts'

/** Broad patterns in the Indian scripts, like those in wide.ts: words about force, kissing, blood after blows, and death. */
export const wideIndian: PhraseList = {
  words: {
    forced: 'ज़बरदस्ती|जबरदस्ती|जबर्दस्ती|जबरदस्तीने|জোর|জোরজবরদস্তি|கட்டாயப்படுத்தி|வற்புறுத்தி|பலவந்தமா*|బలవంతంగా|ಬಲವಂತವಾಗಿ',
    kiss: 'चूमा|चूमता|किस|चुम्मा|चुमा|चूमने|চুমু|किस्|मुका|முத்தம்|ముద్దు|ಮುತ್ತು|ಕಿಸ್',
    blood: 'खून|ख़ून|रक्त|রক্ত|ரத்தம்|இரத்தம்|రక్తం|ರಕ್ತ',
    blow: 'मारा|पीटा|मारलं|मारले|মেরেছে|মারে|মেরে|மெரட்டி*|அடி*|కొట్ట*|కొడ*|ಹೊಡೆ*|ಹೊಡೀ*|मारने|पीटने',
    pulled: 'खींच*|खिंच*|টান*|ओढ*|खेच*|இழு*|లాగ*|ಎಳೀ*|ಎಳೆ*',
    scarf: 'दुपट्टा|दुपट्टे|ওড়না|ओढणी|துப்பட்டா*|చున్నీ|ದುಪಟ್ಟಾ|बाल|চুল|முடியை|జుట్టు|ಕೂದಲು|हाथ',
    boys: 'लड़के|लड़का|आदमी|लोग|ছেলেরা|ওরা|ছেলে|मुलं|मुले|பசங்க|அவன்|అబ్బాయిలు|వాడు|ಹುಡುಗರು|ಅವನು',
    pics: 'फोटो|तस्वीर|वीडियो|ছবি|ভিডিও|व्हिडिओ|போட்டோ*|வீடியோ*|ఫోటో*|వీడియో*|ಫೋಟೋ*|ವೀಡಿಯೊ*',
  },
  groups: [
    {
      kind: 'self-harm',
      phrases: `
        दुनिया ~ में ~ नहीं ~ रहना|जीना
        दुनिया ~ रहना|जीना ~ नहीं
        नींद ~ से ~ कभी|न|ना|नहीं ~ उठूँ|उठना|जागूँ
        পৃথিবীতে|দুনিয়ায়|পৃথিবী ~ আর|থাকতে ~ থাকতে|চাই|ইচ্ছে ~ চাই|না|করে ~ না
        ঘুম ~ থেকে ~ আর|কখনও ~ না ~ উঠি|জাগি
        जगात ~ राहायचं|जगायचं|राहावंसं ~ नाही|वाटत
        झोपेतून ~ उठू*|उठायचं ~ नये|नाही
        உலகத்துல|உலகத்தில்|உலகில் ~ இருக்க|வாழ ~ பிடிக்க*|விரும்ப*|வேண்டாம்
        எழவே|எழுந்திருக்கவே|எந்திரிக்கவே ~ கூடாது*|வேண்டாம்*
        లోకంలో|ప్రపంచంలో ~ ఉండాలని|బతకాలని ~ లేదు
        నిద్ర ~ నుంచి|లోంచి ~ లేవకూడదు|లేవొద్దు*
        ಲೋಕದಲ್ಲಿ|ಜಗತ್ತಲ್ಲಿ|ಪ್ರಪಂಚದಲ್ಲಿ ~ ಇರೋಕೆ|ಇರಲು|ಬದುಕಲು ~ ಇಷ್ಟ*|ಮನಸ್ಸಿಲ್ಲ
        ಏಳಲೇಬಾರದು|ಏಳ್ಬಾರ್ದು|ಏಳಬಾರದು ~ ಅನ್ಸುತ್ತೆ|ಅನಿಸುತ್ತೆ|ಅನ್ನಿಸುತ್ತೆ`,
    },
    {
      kind: 'abuse',
      unless: 'निबंध|कहानी|फिल्म|पोस्टर|রচনা|গল্প|निबंध|கட்டுரை|கதை|వ్యాసం|కథ|ಪ್ರಬಂಧ|ಕಥೆ|फिल्म',
      phrases: `
        @forced & @kiss
        @kiss & सर|चाचा|मामा|अंकल|मेंटर|स्यার|কাকু|মামা|মেসো|স্যার|सरांनी|काका|மாமா|சார்|சித்தப்பா|మామయ్య|సార్|బాబాయి|ಮಾವ|ಸರ್|ಚಿಕ್ಕಪ್ಪ & दिया|लिया|किया|केलं|খেয়েছে|দিয়েছে|दिला|கொடுத்*|పెట్టా*|ಕೊಟ್ಟ*|की
        @blow & @blood
        गंदी|बुरी|খারাপ|घाणेरडी|வக்கிரமா*|చెడు|ಕೆಟ್ಟ ~ नज़र|नजर|নজর|नजरेने|பார்வை|చూపు|ದೃಷ್ಟಿ
        शादी|विवाह & पंद्रह|चौदह|सोलह|तेरह|सत्रह|13|14|15|16|17 & मैं|मेरी|मेरी ~ सिर्फ़|उम्र|साल|की|हूँ
        বিয়ে & পনেরো|চোদ্দো|ষোলো|তেরো & আমার|আমি
        लग्न & पंधरा|चौदा|सोळा|तेरा & माझं|मी
        கல்யாண*|திருமண* & பதினஞ்சு|பதினாலு|பதினாறு|பதிமூணு & என*|நான்
        పెళ్లి* & పదిహేను|పద్నాలుగు|పదహారు|పదమూడు & నాకు|నేను
        ಮದುವೆ & ಹದಿನೈದು|ಹದಿನಾಲ್ಕು|ಹದಿನಾರು|ಹದಿಮೂರು & ನನಗೆ|ನಾನು`,
    },
    {
      kind: 'violence',
      phrases: `
        @boys & @scarf & @pulled
        मना ~ किया|करने ~~ उठा|मार|जला ~ लेंगे|देंगे|लेगा|देगा`,
    },
    {
      kind: 'grooming',
      phrases: `
        नहाते|नहाने|बिकिनी|স্নানের|বিকিনি|आंघोळीचे|குளிக்கிற|குளிக்கும்|పిక్నీ|స్నానం|ಸ್ನಾನದ ~~ @pics
        आई लव|आय लव|আই লাভ|ஐ லவ்|ఐ లవ్|ಐ ಲವ್ ~ यू|ইউ|யூ|యూ|ಯೂ ~~ सर|मेंटर|স্যার|மென்டர்|మెంటర్|ಮೆಂಟರ್|बोल*|कह*`,
    },
    {
      kind: 'blackmail',
      phrases: `
        नहीं|वरना ~ दिए|दिया|दोगे ~~ @pics ~ डाल*|भेज*|वायरल
        টাকা ~ না ~ পেলে|দিলে ~~ @pics
        पैसे ~ नाही ~~ @pics ~ टाक*|पाठव*
        பணம் ~ தர*|கொடு* ~~ @pics ~ போட்*|அனுப்*
        డబ్బు* ~ ఇవ్వ* ~~ @pics ~ పెడ*|పంపు*
        ದುಡ್ಡು|ಹಣ ~ ಕೊಡ* ~~ @pics ~ ಹಾಕ್*|ಕಳಿಸ್*`,
    },
    {
      kind: 'overdose',
      unless: 'डॉक्टर|ডাক্তার|डॉक्टरांनी|டாக்டர்|డాక్టర్|ಡಾಕ್ಟರ್|दादी|বাজার|दुकान',
      phrases: `
        सगळी|सर्व ~ औषधं|गोळ्या ~~ घेतली|खाल्ली|घेतल्या|खाल्ल्या`,
    },
  ],
}

/** Broad patterns for Indian languages in Latin letters. */
export const wideHinglish: PhraseList = {
  isSpelledBySound: true,
  words: {
    person:
      'papa|abbu|pitaji|baap|chacha|mama|mamaji|jija|bhaiya|bhai|uncle|sir|mentor|coach|mausa|fufa|padosi|sautela|pati|ladka|ladke|ladko|wo|woh|usne|aadmi|dost|senior|seniors|gunde|log',
    me: 'mujhe|mujhko|muje|mujhpe|mera|meri|mere|hume|humko|mereko|mujhse',
    pics: 'photo|pic|pics|video|videos|foto|tasveer',
  },
  groups: [
    {
      kind: 'self-harm',
      unless: 'haha*|lol|movie|game|film|exam|paper|homework|recharge|ghoomni',
      phrases: `
        duniya|zindagi|jindagi ~ me|mein|se ~ nahi|nhi ~ rehna|rahna|jeena
        duniya ~ rehna|rahna|jeena ~ nahi|nhi
        socha|sochta|sochti|soch|mann|man ~~ sab|khud|sabkuch ~ khatam|khatm ~ kar
        neend|nind|sone ~~ kabhi|na|nahi ~ uthu|uthun|uthna|jagu
        bol|keh|kah|bolti|kehti|bolta|kehta ~~ mar ~ jayega|jayegi|jaunga|jaungi ! bhookh|hasi`,
    },
    {
      kind: 'abuse',
      unless: 'haha*|lol|game|pubg|match|cricket|film|movie|nibandh',
      phrases: `
        zabardasti|jabardasti|jabrdasti & kiss|chuma|chooma|chumma|pakad*|kapde|haath|bistar|sex
        @person & gandi|buri|galat ~ nazar|najar|harkat|nigah
        @person & haath|hath ~ laga*|lagata|lagate|fer*|pher* & @me
        @person & khoon|khun & peeta|pita|mara|maara|peet*|maar*
        @person & itna|bahut|roz|bohot ~ peeta|pita|peetta|maara|mara|maarte|marte & @me
        shadi|shaadi|nikah|byah & meri|mera|mujhe & pandrah|chaudah|solah|terah|satrah|sirf|abhi|13|14|15|16|17 & hu|hoon|hun|saal|ki`,
    },
    {
      kind: 'violence',
      unless: 'haha*|lol|game|pubg|film|movie',
      phrases: `
        @person & dupatta|baal|haath|kapde|chunni & kheech*|khinch*|kheench*|pakad* & @me ! sadak
        agar|mana|inkar ~~ utha|maar|jala|kaat ~ lenge|denge|lega|dega|dunga|lunga`,
    },
    {
      kind: 'grooming',
      unless: 'haha*|lol|india|film|movie|song|gaana',
      phrases: `
        bikini|bra|nahate|nahane|body|sexy & @pics & maang*|mang*|bhej*|bol*
        sir|mentor|uncle|coach|tuition|teacher & love & you|u|karta|karte|bolte|bolta|raat`,
    },
    {
      kind: 'blackmail',
      unless: 'fees|recharge|party|haha*|lol',
      phrases: `
        nahi|nhi|warna|varna ~ diye|diya|doge|dogi|to ~~ @pics ~ daal*|dal*|bhej*|viral|dikha*
        @pics ~ sabko|sab|gharwalo ~ dikha*|bhej*|send & dega|dunga|denge|dhamki|ex`,
    },
    {
      kind: 'overdose',
      unless: 'doctor|bukhar|dadi|kahan|dukan',
      phrases: `
        saari|sari|sab|puri ~ dawai|dawaiyan|dawaiya|goliyan|goliya|dawa ~~ le|kha|nigal ~ li|liya|lungi`,
    },
  ],
}
