#nullable disable

using System;
using System.Collections.Generic;

namespace Microsoft.ServiceFabric.Services.Communication;

/// <summary>
/// Stands for a remote exception whose type cannot be created here; it carries that type's name and text.
/// </summary>
public class ServiceException : Exception
{
    public ServiceException()
    {
    }

    public ServiceException(string actualExceptionType, string message)
        : base(message) => ActualExceptionType = actualExceptionType;

    public string ActualExceptionType { get; }

    public string ActualExceptionStackTrace { get; set; }

    public Dictionary<string, string> ActualExceptionData { get; set; }

    public List<ServiceException> ActualInnerExceptions { get; set; }
}
