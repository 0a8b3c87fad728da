using System.Xml;
using SfPerf.ServiceModel.Soap;

namespace System.ServiceModel.Channels;

/// <summary>A version of WS-Addressing.</summary>
public sealed class AddressingVersion
{
    private AddressingVersion(XmlDictionaryString name, string display)
    {
        Namespace = name;
        Display = display;
    }

    public static AddressingVersion None { get; } = new(Names.AddressingNone, "AddressingNone");

    public static AddressingVersion WSAddressing10 { get; } = new(Names.Addressing10, "Addressing10");

    internal XmlDictionaryString Namespace { get; }

    internal string Display { get; }

    public override string ToString() => $"{Display} ({Namespace.Value})";
}
