using System;

namespace SfPerf.Fabric.Remoting.Tests;

public sealed class OddException(string message) : Exception(message);
