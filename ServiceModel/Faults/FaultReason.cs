using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Globalization;
using System.Linq;

namespace System.ServiceModel;

/// <summary>Why a fault happened, in one or more languages.</summary>
public class FaultReason
{
    private readonly ReadOnlyCollection<FaultReasonText> _translations;

    public FaultReason(string text)
        : this(new FaultReasonText(text))
    {
    }

    public FaultReason(FaultReasonText translation) =>
        _translations = new([translation ?? throw new ArgumentNullException(nameof(translation))]);

    public FaultReason(IEnumerable<FaultReasonText> translations)
    {
        ArgumentNullException.ThrowIfNull(translations);
        _translations = new(translations.ToArray());
        if (_translations.Count == 0)
            throw new ArgumentException("A fault needs at least one reason.", nameof(translations));
    }

    internal ReadOnlyCollection<FaultReasonText> Translations => _translations;

    public FaultReasonText GetMatchingTranslation() => GetMatchingTranslation(CultureInfo.CurrentCulture);

    public FaultReasonText GetMatchingTranslation(CultureInfo cultureInfo) =>
        _translations.FirstOrDefault(t => t.Matches(cultureInfo)) ?? _translations[0];

    public override string ToString() => GetMatchingTranslation().Text;
}

/// <summary>A fault's reason in one language.</summary>
public class FaultReasonText(string text, string xmlLang)
{
    public FaultReasonText(string text)
        : this(text, "en-US")
    {
    }

    public FaultReasonText(string text, CultureInfo cultureInfo)
        : this(text, cultureInfo?.Name ?? throw new ArgumentNullException(nameof(cultureInfo)))
    {
    }

    public string Text { get; } = text ?? throw new ArgumentNullException(nameof(text));

    public string XmlLang { get; } = xmlLang ?? throw new ArgumentNullException(nameof(xmlLang));

    public bool Matches(CultureInfo cultureInfo)
    {
        ArgumentNullException.ThrowIfNull(cultureInfo);
        return XmlLang == cultureInfo.Name;
    }
}
