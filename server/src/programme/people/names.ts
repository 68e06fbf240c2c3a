/** A name in Latin letters, used for the address, and in its own script if that differs. */
export type Name = readonly [latin: string, own?: string]

export type Region = {
  /** The person's language in the product. */
  language: string
  /** Option keys of the survey. */
  languages: readonly string[]
  cities: readonly string[]
  first: readonly Name[]
  last: readonly Name[]
}

/** One entry per line of text: `Latin` or `Latin=own script`, separated by commas. */
const names = (text: string): Name[] =>
  text.split(',').map((entry): Name => {
    const [latin = '', own] = entry.trim().split('=')
    return own === undefined ? [latin] : [latin, own]
  })

export const regions: readonly Region[] = [
  {
    language: 'hi',
    languages: ['hindi', 'bhojpuri'],
    cities: ['patna', 'varanasi', 'lucknow', 'jaipur'],
    first: names('Aarti=आरती, Suman=सुमन, Rakesh=राकेश, Pinky=पिंकी, Chandrakanta=चंद्रकांता, Vivek=विवेक, Gudiya=गुड़िया'),
    last: names('Kushwaha=कुशवाहा, Prajapati=प्रजापति, Yadav=यादव, Tripathi=त्रिपाठी, Meena=मीणा, Kumari=कुमारी'),
  },
  {
    language: 'bn',
    languages: ['bengali', 'hindi'],
    cities: ['kolkata', 'siliguri', 'agartala'],
    first: names('Moumita=মৌমিতা, Subhankar=শুভঙ্কর, Tanushree=তনুশ্রী, Abhijit=অভিজিৎ, Rupa=রূপা'),
    last: names('Chattopadhyay=চট্টোপাধ্যায়, Biswas=বিশ্বাস, Debbarma=দেববর্মা, Mondal=মণ্ডল'),
  },
  {
    language: 'ta',
    languages: ['tamil'],
    cities: ['chennai', 'madurai', 'coimbatore'],
    first: names('Kavitha=கவிதா, Murugesan=முருகேசன், Thenmozhi=தேன்மொழி, Balakrishnan=பாலகிருஷ்ணன், Selvi=செல்வி'),
    last: names('Palanisamy=பழனிசாமி, Venkatasubramanian=வெங்கடசுப்பிரமணியன், Raman=ராமன், A.'),
  },
  {
    language: 'te',
    languages: ['telugu', 'hindi'],
    cities: ['hyderabad', 'visakhapatnam'],
    first: names('Lakshmi Prasanna=లక్ష్మీ ప్రసన్న, Srinivas=శ్రీనివాస్, Anusha=అనూష, Venkateswarlu=వెంకటేశ్వర్లు'),
    last: names('Boyapati=బోయపాటి, Chintalapudi=చింతలపూడి, Naidu=నాయుడు'),
  },
  {
    language: 'kn',
    languages: ['kannada'],
    cities: ['bengaluru', 'hubballi'],
    first: names('Shwetha=ಶ್ವೇತಾ, Basavaraj=ಬಸವರಾಜ್, Vidyashree=ವಿದ್ಯಾಶ್ರೀ, Manjunath=ಮಂಜುನಾಥ್'),
    last: names('Gowda=ಗೌಡ, Hiremath=ಹಿರೇಮಠ, Shivamogga Nagaraj=ಶಿವಮೊಗ್ಗ ನಾಗರಾಜ್'),
  },
  {
    language: 'mr',
    languages: ['marathi', 'hindi'],
    cities: ['mumbai', 'pune', 'nagpur', 'nashik'],
    first: names('Snehal=स्नेहल, Dnyaneshwar=ज्ञानेश्वर, Vaishnavi=वैष्णवी, Omkar=ओंकार, Rutuja=ऋतुजा'),
    last: names('Jadhav=जाधव, Kulkarni-Deshmukh=कुलकर्णी-देशमुख, Gaikwad=गायकवाड, Shinde=शिंदे'),
  },
  {
    language: 'en',
    languages: ['punjabi', 'hindi'],
    cities: ['amritsar', 'chandigarh', 'delhi'],
    first: names('Simranjeet=ਸਿਮਰਨਜੀਤ, Gurleen=ਗੁਰਲੀਨ, Jaspreet=ਜਸਪ੍ਰੀਤ, Manpreet, Baljinder'),
    last: names('Kaur=ਕੌਰ, Singh Dhaliwal=ਸਿੰਘ ਧਾਲੀਵਾਲ, Bhullar, Gill'),
  },
  {
    language: 'en',
    languages: ['urdu', 'kashmiri'],
    cities: ['srinagar', 'jammu', 'delhi'],
    first: names('Mehmood=محمود, Rukhsana=رخسانہ, Aaliya, Irfan, Shabnam=شبنم'),
    last: names('Mir=میر, Qureshi=قریشی, Lone, Wani, Andrabi'),
  },
  {
    language: 'en',
    languages: ['malayalam'],
    cities: ['kochi', 'thiruvananthapuram'],
    first: names('Anjana=അഞ്ജന, Sreelakshmi=ശ്രീലക്ഷ്മി, Abdul Rahiman, Mariamma, Unnikrishnan=ഉണ്ണികൃഷ്ണൻ'),
    last: names('Puthenpurackal, Varghese, Nambiar=നമ്പ്യാർ, Kunjumon, K. P.'),
  },
  {
    language: 'en',
    languages: ['assamese', 'khasi', 'mizo', 'manipuri'],
    cities: ['guwahati', 'shillong', 'aizawl', 'imphal', 'itanagar'],
    first: names('Lalthanpuii, Banrilang, Thoibi, Bhargav=ভাৰ্গৱ, Wanphrang, Tashi'),
    last: names('Ralte, Kharkongor, Laishram, Hazarika=হাজৰিকা, Nongrum, Pertin'),
  },
  {
    language: 'en',
    languages: ['gujarati', 'hindi'],
    cities: ['ahmedabad', 'rajkot', 'surat'],
    first: names('Hetal=હેતલ, Bhavesh=ભાવેશ, Jignasa=જિજ્ઞાસા, Kinjal, Chirag'),
    last: names('Prajapati=પ્રજાપતિ, Solanki=સોલંકી, Chaudhari, Vaghela'),
  },
  {
    language: 'en',
    languages: ['odia', 'santali', 'hindi'],
    cities: ['bhubaneswar', 'ranchi', 'jamshedpur'],
    first: names('Sasmita=ସସ୍ମିତା, Rashmiranjan=ରଶ୍ମିରଞ୍ଜନ, Sunita, Prakash, Phulmani'),
    last: names('Mohapatra=ମହାପାତ୍ର, Pattanaik=ପଟ୍ଟନାୟକ, Tudu, Minz, Hembrom'),
  },
]
