using System.ServiceModel.Channels;
using System.Xml;

namespace SfPerf.ServiceModel.Soap;

/// <summary>Writes what stands inside the Body element. Holds no call's state, so one serves all calls.</summary>
internal interface IBodyWriter
{
    void WriteBody(XmlDictionaryWriter writer, MessageVersion version, object? result, object?[] arguments);
}
