"""Common passwords, of those that are long enough: attackers try them first."""

from __future__ import annotations

_WORDS = """
    00000000 0000000000 0123456789 0987654321 11111111 1111111111 11223344 1122334455 112233445566 12121212
    123123123 12341234 12344321 12345678 123456789 1234567890 12345678910 1234567a 123456aa 1234abcd 123qwe123
    12qwaszx 147258369 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc 22222222 31415926 33333333 44444444 55555555
    66666666 77777777 789456123 87654321 88888888 987654321 9876543210 99999999 a1b2c3d4 aa123456 abc12345
    abcd1234 abcdefgh abcdefghi access14 administrator alexander asdfasdf asdfghjk asdfghjkl asdfqwer azertyui
    azertyuiop azerty123 babygirl barcelona baseball baseball1 basketball bonjour1 butterfly caroline changeme
    chocolate christian christine chouchou computer corvette danielle doudou123 doudoune dragon123 einstein
    elizabeth football football1 freedom1 garfield hello123 hellohello hercules iloveyou iloveyou1 internet
    jennifer jesus123 johnson1 jordan23 jetaime1 letmein1 letmein123 liverpool loulou123 lovelove loveyou1
    manchester marlboro marseille maverick mercedes metallica michelle michael1 midnight monkey123 motdepasse
    motdepasse1 mustang1 nicolas1 nintendo p@ssw0rd p@ssword passw0rd passpass password password! password01
    password1 password11 password12 password123 password1234 password2 patricia princess princess1 q1w2e3r4
    qazwsxedc qwer1234 qwerasdf qwert123 qwerty12 qwerty123 qwerty1234 qwertyui qwertyuiop rush2112 samantha
    samsung1 secret123 shadow123 sightline sightline1 snowball soccer123 soleil123 starwars starwars1 steelers
    stephanie sunshine sunshine1 superman superman1 swordfish testtest test1234 tinkerbell trustno1 valentin
    victoria wanderers warcraft welcome1 welcome123 whatever william1 xbox3600 zaq12wsx zxcvbnm1 zxcvbnm123
"""
COMMON_PASSWORDS = frozenset(_WORDS.split())
"""Common passwords in lower case."""
