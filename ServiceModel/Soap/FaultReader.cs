using System.Collections.Generic;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Xml;

namespace SfPerf.ServiceModel.Soap;

/// <summary>Reads a fault of SOAP 1.2 or 1.1, loosely: real peers leave prefixes, languages and parts out.</summary>
internal static class FaultReader
{
    // After the fault the reader stands inside Body, where the prefixes of Envelope and Body still hold.
    internal static MessageFault Read(XmlDictionaryReader reader)
    {
        var document = new XmlDocument();
        var root = (XmlElement)document.ReadNode(reader)!;
        XmlElement? detail = null;
        FaultCode? code = null;
        var reasons = new List<FaultReasonText>();
        foreach (var child in Elements(root))
        {
            switch (child.LocalName)
            {
                case "Code":
                    code = ReadCode(child, reader);
                    break;
                case "faultcode":
                    code = Qualified(child, reader);
                    break;
                case "Reason":
                    foreach (var text in Elements(child))
                        reasons.Add(Reason(text));
                    break;
                case "faultstring":
                    reasons.Add(Reason(child));
                    break;
                case "Detail" or "detail":
                    detail = First(child);
                    break;
            }
        }

        if (reasons.Count == 0)
            reasons.Add(new("The fault came without a reason."));
        return MessageFault.FromWire(code ?? new("Receiver"), new(reasons), detail);
    }

    private static FaultReasonText Reason(XmlElement element)
    {
        var language = element.GetAttribute("lang", "http://www.w3.org/XML/1998/namespace");
        return new(element.InnerText, language);
    }

    private static FaultCode ReadCode(XmlElement element, XmlDictionaryReader outer)
    {
        FaultCode? own = null;
        FaultCode? sub = null;
        foreach (var child in Elements(element))
        {
            if (child.LocalName == "Value")
                own = Qualified(child, outer);
            else if (child.LocalName == "Subcode")
                sub = ReadCode(child, outer);
        }

        return new(own?.Name ?? "Receiver", own?.Namespace ?? "", sub);
    }

    private static FaultCode Qualified(XmlElement element, XmlDictionaryReader outer)
    {
        var text = element.InnerText.Trim();
        var colon = text.IndexOf(':', StringComparison.Ordinal);
        var space = "";
        if (colon >= 0)
        {
            var prefix = text[..colon];
            space = element.GetNamespaceOfPrefix(prefix);
            if (space.Length == 0)
                space = outer.LookupNamespace(prefix) ?? "";
        }

        var name = text[(colon + 1)..];
        return new(name.Length == 0 ? "Receiver" : name, space);
    }

    private static XmlElement? First(XmlElement parent)
    {
        foreach (var element in Elements(parent))
            return element;
        return null;
    }

    private static IEnumerable<XmlElement> Elements(XmlElement parent)
    {
        foreach (XmlNode node in parent.ChildNodes)
        {
            if (node is XmlElement element)
                yield return element;
        }
    }
}
