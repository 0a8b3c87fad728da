#nullable disable

using System;

namespace Microsoft.ServiceFabric.Services.Communication.Client;

public sealed class ExceptionHandlingThrowResult : ExceptionHandlingResult
{
    public Exception ExceptionToThrow { get; set; }
}
