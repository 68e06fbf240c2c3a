-- Their texts are written: Bengali, Kannada, Marathi, Tamil and Telugu are offered beside English and Hindi.
update language set is_active = true where code in ('bn', 'kn', 'mr', 'ta', 'te');
