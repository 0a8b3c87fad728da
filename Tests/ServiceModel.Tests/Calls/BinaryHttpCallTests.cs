using System.ServiceModel.Channels;

namespace SfPerf.ServiceModel.Tests.Calls;

public sealed class BinaryHttpCallTests()
    : CallTests(new CustomBinding(new BinaryMessageEncodingBindingElement(), new HttpTransportBindingElement()));
