using System.Collections.Generic;
using System.Runtime.Serialization;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Xml;

namespace SfPerf.ServiceModel.Soap;

/// <summary>Writes a fault in SOAP 1.2 or 1.1.</summary>
internal sealed class FaultBody(MessageFault fault, IReadOnlyDictionary<Type, XmlObjectSerializer>? serializers)
    : IBodyWriter
{
    public void WriteBody(XmlDictionaryWriter writer, MessageVersion version, object? result, object?[] arguments)
    {
        var soap = version.Envelope.Namespace;
        writer.WriteStartElement("s", Names.Fault, soap);
        if (version.Envelope == EnvelopeVersion.Soap11)
            Write11(writer, version.Envelope);
        else
            Write12(writer, version.Envelope);
        writer.WriteEndElement();
    }

    private void Write12(XmlDictionaryWriter writer, EnvelopeVersion version)
    {
        var soap = version.Namespace;
        writer.WriteStartElement("s", Names.Code, soap);
        WriteCode(writer, fault.Code, version);
        writer.WriteEndElement();
        writer.WriteStartElement("s", Names.Reason, soap);
        foreach (var reason in fault.Reason.Translations)
        {
            writer.WriteStartElement("s", Names.Text, soap);
            writer.WriteAttributeString("xml", "lang", "http://www.w3.org/XML/1998/namespace", reason.XmlLang);
            writer.WriteString(reason.Text);
            writer.WriteEndElement();
        }

        writer.WriteEndElement();
        if (!fault.HasDetail)
            return;
        writer.WriteStartElement("s", Names.Detail, soap);
        fault.WriteDetail(writer, serializers);
        writer.WriteEndElement();
    }

    private static void WriteCode(XmlDictionaryWriter writer, FaultCode code, EnvelopeVersion version)
    {
        var soap = version.Namespace;
        writer.WriteStartElement("s", Names.Value, soap);
        WriteQualified(writer, code, version);
        writer.WriteEndElement();
        if (code.SubCode is null)
            return;
        writer.WriteStartElement("s", Names.Subcode, soap);
        WriteCode(writer, code.SubCode, version);
        writer.WriteEndElement();
    }

    private void Write11(XmlDictionaryWriter writer, EnvelopeVersion version)
    {
        // SOAP 1.1 has no subcodes: the finer code stands in the coarse one's place.
        writer.WriteStartElement("", "faultcode", "");
        WriteQualified(writer, fault.Code.SubCode ?? fault.Code, version);
        writer.WriteEndElement();
        writer.WriteStartElement("", "faultstring", "");
        var reason = fault.Reason.GetMatchingTranslation();
        writer.WriteAttributeString("xml", "lang", "http://www.w3.org/XML/1998/namespace", reason.XmlLang);
        writer.WriteString(reason.Text);
        writer.WriteEndElement();
        if (!fault.HasDetail)
            return;
        writer.WriteStartElement("", "detail", "");
        fault.WriteDetail(writer, serializers);
        writer.WriteEndElement();
    }

    private static void WriteQualified(XmlDictionaryWriter writer, FaultCode code, EnvelopeVersion version)
    {
        if (!code.IsPredefinedFault)
        {
            writer.WriteXmlnsAttribute("c", code.Namespace);
            writer.WriteString("c:" + code.Name);
            return;
        }

        var name = code.IsSenderFault ? version.SenderCode : code.IsReceiverFault ? version.ReceiverCode : code.Name;
        writer.WriteString("s:" + name);
    }
}
