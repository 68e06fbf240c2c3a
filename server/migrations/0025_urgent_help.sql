-- Somebody may be in danger. What they spoke of, whether it cannot wait, and when the team was last notified of it; all of it
-- ends when the conversation is closed.
alter table help_case
  add column concern text check (concern in ('self-harm', 'abuse', 'violence', 'grooming', 'blackmail', 'overdose')),
  add column is_urgent boolean not null default false,
  add column alerted_at timestamptz;
create index help_case_urgent on help_case (id) where is_urgent and closed_at is null;

-- The numbers that are shown to them. A programme's folder replaces these by its own; without one they are India's public
-- helplines, because nobody in danger may be left without a number.
create table helpline (
  number text primary key check (number ~ '^\+?[0-9]{2,15}$'),
  -- Name and text in every language, its place in the list of each kind of danger, and when somebody last made sure of it.
  content jsonb not null
);
insert into helpline (number, content) values
  ('14416', $json${"name": {"text": "Tele-MANAS", "locales": {"hi": "टेली-मानस", "bn": "টেলি-মানস", "mr": "टेली-मानस", "ta": "டெலி-மானஸ்", "te": "టెలి-మానస్", "kn": "ಟೆಲಿ-ಮಾನಸ್"}}, "text": {"text": "Someone listens, day and night", "locales": {"hi": "दिन-रात कोई आपकी बात सुनता है", "bn": "দিনরাত কেউ আপনার কথা শোনেন", "mr": "दिवसरात्र कोणीतरी तुमचं ऐकतं", "ta": "இரவும் பகலும் ஒருவர் கேட்பார்", "te": "పగలూ రాత్రీ ఒకరు మీ మాట వింటారు", "kn": "ಹಗಲು-ರಾತ್ರಿ ಒಬ್ಬರು ಕೇಳುತ್ತಾರೆ"}}, "places": {"self-harm": 1, "overdose": 2, "abuse": 4}, "checkedOn": "2026-11-17"}$json$),
  ('1098', $json${"name": {"text": "Childline", "locales": {"hi": "चाइल्डलाइन", "bn": "চাইল্ডলাইন", "mr": "चाइल्डलाइन", "ta": "சைல்டுலைன்", "te": "చైల్డ్‌లైన్", "kn": "ಚೈಲ್ಡ್‌ಲೈನ್"}}, "text": {"text": "If you are under 18, day and night", "locales": {"hi": "18 साल से कम के लिए, दिन-रात", "bn": "18 বছরের কম হলে, দিনরাত", "mr": "18 वर्षांखालील असाल तर, दिवसरात्र", "ta": "18 வயதுக்குக் கீழ் இருந்தால், இரவும் பகலும்", "te": "18 ఏళ్ల లోపు అయితే, పగలూ రాత్రీ", "kn": "18 ವರ್ಷದೊಳಗಿದ್ದರೆ, ಹಗಲು-ರಾತ್ರಿ"}}, "places": {"self-harm": 2, "abuse": 1, "violence": 2, "grooming": 1, "blackmail": 2, "overdose": 3}, "checkedOn": "2026-11-17"}$json$),
  ('112', $json${"name": {"text": "Emergency", "locales": {"hi": "आपातकाल", "bn": "জরুরি", "mr": "आपत्काल", "ta": "அவசர உதவி", "te": "అత్యవసరం", "kn": "ತುರ್ತು"}}, "text": {"text": "Police and ambulance, if you are in danger right now", "locales": {"hi": "अभी ख़तरे में हों तो पुलिस और एम्बुलेंस", "bn": "এখনই বিপদে থাকলে পুলিশ আর অ্যাম্বুলেন্স", "mr": "आत्ता धोक्यात असाल तर पोलीस आणि रुग्णवाहिका", "ta": "இப்போது ஆபத்தில் இருந்தால் போலீஸ், ஆம்புலன்ஸ்", "te": "ఇప్పుడే ప్రమాదంలో ఉంటే పోలీసు, అంబులెన్స్", "kn": "ಈಗಲೇ ಅಪಾಯದಲ್ಲಿದ್ದರೆ ಪೊಲೀಸ್, ಆಂಬುಲೆನ್ಸ್"}}, "places": {"self-harm": 3, "abuse": 2, "violence": 1, "grooming": 3, "blackmail": 3, "overdose": 1}, "checkedOn": "2026-11-17"}$json$),
  ('181', $json${"name": {"text": "Women’s helpline", "locales": {"hi": "महिला हेल्पलाइन", "bn": "মহিলা হেল্পলাইন", "mr": "महिला हेल्पलाइन", "ta": "பெண்கள் ஹெல்ப்லைன்", "te": "మహిళల హెల్ప్‌లైన్", "kn": "ಮಹಿಳಾ ಸಹಾಯವಾಣಿ"}}, "text": {"text": "For women and girls, day and night", "locales": {"hi": "महिलाओं और लड़कियों के लिए, दिन-रात", "bn": "মহিলা ও মেয়েদের জন্য, দিনরাত", "mr": "महिला आणि मुलींसाठी, दिवसरात्र", "ta": "பெண்களுக்கும் சிறுமிகளுக்கும், இரவும் பகலும்", "te": "మహిళలు, బాలికల కోసం, పగలూ రాత్రీ", "kn": "ಮಹಿಳೆಯರು ಮತ್ತು ಹುಡುಗಿಯರಿಗೆ, ಹಗಲು-ರಾತ್ರಿ"}}, "places": {"abuse": 3, "violence": 3, "grooming": 4}, "checkedOn": "2026-11-17"}$json$),
  ('1930', $json${"name": {"text": "Cyber crime", "locales": {"hi": "साइबर अपराध", "bn": "সাইবার অপরাধ", "mr": "सायबर गुन्हे", "ta": "சைபர் குற்றம்", "te": "సైబర్ నేరాలు", "kn": "ಸೈಬರ್ ಅಪರಾಧ"}}, "text": {"text": "For threats and blackmail online", "locales": {"hi": "ऑनलाइन धमकी और ब्लैकमेल के लिए", "bn": "অনলাইনে হুমকি আর ব্ল্যাকমেলের জন্য", "mr": "ऑनलाइन धमकी आणि ब्लॅकमेलसाठी", "ta": "ஆன்லைன் மிரட்டலுக்கும் பிளாக்மெயிலுக்கும்", "te": "ఆన్‌లైన్ బెదిరింపులు, బ్లాక్‌మెయిల్ కోసం", "kn": "ಆನ್‌ಲೈನ್ ಬೆದರಿಕೆ ಮತ್ತು ಬ್ಲ್ಯಾಕ್‌ಮೇಲ್‌ಗೆ"}}, "places": {"blackmail": 1, "grooming": 2}, "checkedOn": "2026-11-17"}$json$);
