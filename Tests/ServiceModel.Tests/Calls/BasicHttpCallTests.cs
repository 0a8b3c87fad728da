using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Calls;

public sealed class BasicHttpCallTests() : CallTests(new BasicHttpBinding());
