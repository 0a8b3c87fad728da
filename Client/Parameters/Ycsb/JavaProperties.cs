using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace SfPerf.Client.Parameters.Ycsb;

/// <summary>Reads Java's properties: a name, then <c>=</c>, <c>:</c> or white space, then a value; lines of <c>#</c> or
/// <c>!</c> are comments, a backslash ends a line that goes on, or escapes a character.</summary>
internal static class JavaProperties
{
    private const string White = " \t\f";

    /// <summary>Returns the properties in their order; one that is set twice is there twice.</summary>
    public static IEnumerable<JavaProperty> Parse(string text)
    {
        var lines = text.Replace("\r\n", "\n", StringComparison.Ordinal).Split('\n', '\r');
        for (var i = 0; i < lines.Length; i++)
        {
            var line = lines[i].AsSpan().TrimStart(White);
            if (line.IsEmpty || line[0] is '#' or '!')
                continue;
            var (first, column) = (i + 1, lines[i].Length - line.Length + 1);
            var whole = line.ToString();
            while (GoesOn(whole))
                whole = whole[..^1] + (++i < lines.Length ? lines[i].TrimStart(White.ToCharArray()) : "");
            var end = EndOfName(whole);
            var rest = whole.AsSpan(end).TrimStart(White);
            if (rest is ['=' or ':', ..])
                rest = rest[1..];
            yield return new JavaProperty(Unescape(whole.AsSpan(0, end)), Unescape(rest.Trim(White)), first, column);
        }
    }

    // An even number of backslashes are escaped backslashes.
    private static bool GoesOn(string line) => (line.Length - line.TrimEnd('\\').Length) % 2 == 1;

    private static int EndOfName(string line)
    {
        for (var i = 0; i < line.Length; i++)
        {
            if (line[i] == '\\')
                i++;
            else if (line[i] is '=' or ':' || White.Contains(line[i], StringComparison.Ordinal))
                return i;
        }

        return line.Length;
    }

    private static string Unescape(ReadOnlySpan<char> text)
    {
        var plain = new StringBuilder(text.Length);
        for (var i = 0; i < text.Length; i++)
        {
            if (text[i] != '\\' || i + 1 == text.Length)
            {
                plain.Append(text[i]);
                continue;
            }

            var escaped = text[++i];
            if (escaped == 'u' && i + 4 < text.Length && ushort.TryParse(
                text.Slice(i + 1, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var code))
            {
                plain.Append((char)code);
                i += 4;
            }
            else
            {
                plain.Append(escaped switch { 't' => '\t', 'n' => '\n', 'r' => '\r', 'f' => '\f', _ => escaped });
            }
        }

        return plain.ToString();
    }
}

/// <summary>Represents one property of a Java properties file.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Value">Its value, without white space around it.</param>
/// <param name="Line">The line its name is on, from 1.</param>
/// <param name="Column">The place of the name in that line, from 1.</param>
internal sealed record JavaProperty(string Name, string Value, int Line, int Column);
