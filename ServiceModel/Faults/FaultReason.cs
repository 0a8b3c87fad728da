using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Globalization;
using System.Linq;

namespace System.ServiceModel;

/// <summary>The reason of a fault, in one or more languages. Instances do not change and may be shared.</summary>
public class FaultReason
{
    private readonly ReadOnlyCollection<FaultReasonText> _translations;

    /// <summary>Creates a reason in the language en-US.</summary>
    /// <param name="text">Not null.</param>
    public FaultReason(string text)
        : this(new FaultReasonText(text))
    {
    }

    /// <summary>Creates a reason in one language.</summary>
    /// <param name="translation">Not null.</param>
    public FaultReason(FaultReasonText translation) =>
        _translations = new([translation ?? throw new ArgumentNullException(nameof(translation))]);

    /// <summary>Creates a reason in several languages.</summary>
    /// <param name="translations">At least one; they are copied. SOAP 1.1 carries one of them.</param>
    /// <exception cref="ArgumentException">There is none.</exception>
    public FaultReason(IEnumerable<FaultReasonText> translations)
    {
        ArgumentNullException.ThrowIfNull(translations);
        _translations = new(translations.ToArray());
        if (_translations.Count == 0)
            throw new ArgumentException("A fault needs at least one reason.", nameof(translations));
    }

    internal ReadOnlyCollection<FaultReasonText> Translations => _translations;

    /// <summary>Gets the text of the current culture; the first text if there is none.</summary>
    public FaultReasonText GetMatchingTranslation() => GetMatchingTranslation(CultureInfo.CurrentCulture);

    /// <summary>Gets the text of a culture; the first text if there is none. The names must be equal: de does not match
    /// de-AT.</summary>
    /// <param name="cultureInfo">Not null.</param>
    public FaultReasonText GetMatchingTranslation(CultureInfo cultureInfo) =>
        _translations.FirstOrDefault(t => t.Matches(cultureInfo)) ?? _translations[0];

    /// <summary>Gets the text of the current culture; the first text if there is none.</summary>
    public override string ToString() => GetMatchingTranslation().Text;
}

/// <summary>A fault's reason in one language.</summary>
/// <param name="text">Not null.</param>
/// <param name="xmlLang">The language, such as en-US; not null.</param>
public class FaultReasonText(string text, string xmlLang)
{
    /// <summary>Creates a text in the language en-US.</summary>
    /// <param name="text">Not null.</param>
    public FaultReasonText(string text)
        : this(text, "en-US")
    {
    }

    /// <summary>Creates a text in the language of a culture.</summary>
    /// <param name="text">Not null.</param>
    /// <param name="cultureInfo">Not null.</param>
    public FaultReasonText(string text, CultureInfo cultureInfo)
        : this(text, cultureInfo?.Name ?? throw new ArgumentNullException(nameof(cultureInfo)))
    {
    }

    /// <summary>Gets the text.</summary>
    public string Text { get; } = text ?? throw new ArgumentNullException(nameof(text));

    /// <summary>Gets the language, such as en-US.</summary>
    public string XmlLang { get; } = xmlLang ?? throw new ArgumentNullException(nameof(xmlLang));

    /// <summary>Tells whether the text is in the language of a culture: whether the names are equal.</summary>
    /// <param name="cultureInfo">Not null.</param>
    public bool Matches(CultureInfo cultureInfo)
    {
        ArgumentNullException.ThrowIfNull(cultureInfo);
        return XmlLang == cultureInfo.Name;
    }
}
