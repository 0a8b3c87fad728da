using System.ServiceModel.Channels;
using System.Text;

namespace SfPerf.ServiceModel.Tests.Calls;

public sealed class TextNetPipeCallTests() : CallTests(new CustomBinding(
    new TextMessageEncodingBindingElement(MessageVersion.Soap11WSAddressing10, Encoding.Unicode),
    new NamedPipeTransportBindingElement()));
