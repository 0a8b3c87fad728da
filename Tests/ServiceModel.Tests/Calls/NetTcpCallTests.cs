using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Calls;

public sealed class NetTcpCallTests() : CallTests(new NetTcpBinding(SecurityMode.None));
