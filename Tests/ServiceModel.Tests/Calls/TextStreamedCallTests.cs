using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Text;

namespace SfPerf.ServiceModel.Tests.Calls;

public sealed class TextStreamedCallTests() : CallTests(new CustomBinding(
    new TextMessageEncodingBindingElement(MessageVersion.Soap12WSAddressing10, Encoding.BigEndianUnicode),
    new TcpTransportBindingElement { TransferMode = TransferMode.Streamed }));
